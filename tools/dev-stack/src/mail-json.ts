import { type StoredMail } from '@governance/testing';

/** An entry of the list of messages. */
export function toSummary({ id, from, to, subject, date }: StoredMail): object {
  return { id, from, to, subject, date };
}

/** A whole message; its attachments have separate URLs. */
export function toDetail(mail: StoredMail): object {
  const { text, html, headers } = mail;
  const attachments = mail.attachments.map(({ filename, contentType, size }) => ({
    filename,
    contentType,
    size,
  }));
  return { ...toSummary(mail), text, html, headers, attachments };
}
