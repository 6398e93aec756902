/** An answer that is a file to be saved, instead of an envelope. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly pieces: readonly string[];
  /** To be called once, when the last of it is on its way or its reader is gone. */
  readonly sent: () => void;

  constructor(file: { name: string; type: string; pieces: readonly string[]; sent: () => void }) {
    this.name = file.name;
    this.type = file.type;
    this.pieces = file.pieces;
    this.sent = file.sent;
  }

  /** The whole of it. */
  get body(): string {
    return this.pieces.join('');
  }

  get disposition(): string {
    return attachment(this.name);
  }
}

/** Content-Disposition (RFC 6266): always an attachment, the name in UTF-8; a plain one with its extension for who cannot read that. */
export function attachment(name: string): string {
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  // Half of a character cannot be written in UTF-8.
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="export${extension}"; filename*=UTF-8''${whole}`;
}
