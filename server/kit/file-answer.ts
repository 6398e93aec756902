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

  get disposition(): string {
    return attachment(this.name);
  }
}

/** Content-Disposition (RFC 6266): always an attachment, the name in UTF-8; a plain one with its extension for who cannot read that. */
export function attachment(name: string): string {
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="export${extension}"; filename*=UTF-8''${whole}`;
}
