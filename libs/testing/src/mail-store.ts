import { EventEmitter } from 'node:events';
import { type StoredMail } from './stored-mail';

/** A recipient's address, in any letter case, or a condition. */
export type MailMatch = string | ((mail: StoredMail) => boolean);

function matcher(match: MailMatch): (mail: StoredMail) => boolean {
  if (typeof match === 'function') return match;
  return ({ to }) => to.some((address) => address.toLowerCase() === match.toLowerCase());
}

/** The messages, and who waits for one. */
export class MailStore {
  private mails: StoredMail[] = [];
  private readonly events = new EventEmitter<{ mail: [StoredMail]; close: [] }>().setMaxListeners(0);

  all(): readonly StoredMail[] {
    return [...this.mails];
  }

  add(mail: StoredMail): void {
    this.mails.push(mail);
    this.events.emit('mail', mail);
  }

  clear(): void {
    this.mails = [];
  }

  /** Rejects all waiting calls. */
  close(): void {
    this.events.emit('close');
  }

  waitFor(match: MailMatch, timeoutMs: number): Promise<StoredMail> {
    const matches = matcher(match);
    const found = this.mails.find(matches);
    if (found) return Promise.resolve(found);
    const { promise, resolve, reject } = Promise.withResolvers<StoredMail>();
    const onMail = (mail: StoredMail) => {
      if (matches(mail)) resolve(mail);
    };
    const onClose = () => {
      reject(new Error('The inbox was closed while a message was awaited.'));
    };
    const timer = setTimeout(() => {
      reject(new Error(`No such message within ${timeoutMs} ms. There is: ${this.describe()}.`));
    }, timeoutMs);
    this.events.on('mail', onMail).on('close', onClose);
    return promise.finally(() => {
      clearTimeout(timer);
      this.events.off('mail', onMail).off('close', onClose);
    });
  }

  private describe(): string {
    return this.mails.map(({ to, subject }) => `"${subject}" to ${to.join(', ')}`).join('; ') || 'none';
  }
}
