/** An answer that is a file to be saved, instead of an envelope. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly body: string;

  constructor(file: { name: string; type: string; body: string }) {
    this.name = file.name;
    this.type = file.type;
    this.body = file.body;
  }

  /** Content-Disposition (RFC 6266): always an attachment, the name in UTF-8. */
  get disposition(): string {
    return `attachment; filename="export.csv"; filename*=UTF-8''${encodeURIComponent(this.name)}`;
  }
}
