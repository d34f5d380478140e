import { type StoredMail } from '@governance/testing';

/** Whether a message is about a submitted result. */
export function isAbout({ id }: Record<string, unknown>): (mail: StoredMail) => boolean {
  return ({ text }) => text.includes(String(id));
}
