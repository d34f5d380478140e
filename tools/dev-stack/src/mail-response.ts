import { type StoredAttachment, type StoredMail } from '@governance/testing';

/** A response of the mailbox. */
export interface MailResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** No external content, scripts or forms to other sites: strangers write the messages. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A message's HTML may have inline styles and images, but cannot run scripts, send data or load files. */
const messagePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'";

const html = 'text/html; charset=utf-8';

export function json(value: unknown, status = 200): MailResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: `${JSON.stringify(value)}\n` };
}

export function notFound(): MailResponse {
  return json({ error: 'Not found.' }, 404);
}

export function notAllowed(methods: readonly string[]): MailResponse {
  const answer = json({ error: `Only ${methods.join(' and ')} here.` }, 405);
  return { ...answer, headers: { ...answer.headers, allow: methods.join(', ') } };
}

export function empty(): MailResponse {
  return { status: 204, headers: {}, body: '' };
}

export function seeOther(location: string): MailResponse {
  return { status: 303, headers: { location }, body: '' };
}

export function page(markup: string, status = 200): MailResponse {
  return { status, headers: { 'content-type': html, 'content-security-policy': pagePolicy }, body: markup };
}

export function stylesheet(css: string): MailResponse {
  return { status: 200, headers: { 'content-type': 'text/css; charset=utf-8' }, body: css };
}

/** The HTML of a message for a frame; its links open outside the frame. */
export function messageHtml(mail: StoredMail): MailResponse {
  const body = mail.html.replace(/<head\b[^>]*>/i, '$&<base target="_blank">');
  return { status: 200, headers: { 'content-type': html, 'content-security-policy': messagePolicy }, body };
}

export function messageSource({ raw }: StoredMail): MailResponse {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: raw };
}

/** Types that a browser displays without running their content. */
const shownInBrowser: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg'];

/** RFC 6266: the plain name for old clients, the exact one for the others. */
function disposition({ filename, contentType }: StoredAttachment): string {
  const kind = shownInBrowser.includes(contentType) ? 'inline' : 'attachment';
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}

export function attachmentFile(attachment: StoredAttachment): MailResponse {
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(attachment.contentType)
    ? attachment.contentType
    : 'application/octet-stream';
  const headers = { 'content-type': type, 'content-disposition': disposition(attachment) };
  return { status: 200, headers, body: attachment.content };
}
