import { type MailerService } from '@nestjs-modules/mailer';
import mimeFuncs from 'nodemailer/lib/mime-funcs';

import { type MailSettings } from './mail-settings';
import { composeTransport } from './mailer-options';
import { messageIdOf } from './message-id';

/** Shorter than the 75 characters of RFC 2047, because the first one follows the name of its header. */
const longestEncodedWord = 52;

/** The content of one message; `template` and `context` make its HTML. */
export interface MailContent {
  /** Determines the `Message-ID`. */
  readonly deliveryId: string;
  readonly recipient: string;
  readonly date: Date;
  readonly subject: string;
  readonly template: string;
  readonly context: object;
  readonly text: string;
  readonly attachments?: readonly MailAttachment[];
  /** Where the recipient ends mails of this kind (RFC 2369, 3.2). */
  readonly unsubscribeUrl?: string;
}

interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** RFC 5322 bytes. Rejects when `recipient` is not one plain address. */
export async function composeMail(
  mailer: MailerService,
  { from }: MailSettings,
  { deliveryId, recipient, context, subject, attachments = [], unsubscribeUrl, ...content }: MailContent,
): Promise<Uint8Array> {
  const sent: unknown = await mailer.sendMail({
    transporterName: composeTransport,
    from,
    to: { name: '', address: onlyAddress(recipient) },
    messageId: messageIdOf(deliveryId, from),
    headers: {
      Subject: preparedHeader(subject),
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribeUrl !== undefined && { 'List-Unsubscribe': unfolded(`<${unsubscribeUrl}>`) }),
    },
    xMailer: false,
    context: { ...context },
    attachments: [...attachments],
    disableFileAccess: true,
    disableUrlAccess: true,
    ...content,
  });
  return bytesOf(sent);
}

/**
 * RFC 2047: the encoded text where it has more than ASCII, and where a name in it looks encoded. A reader would show `=?utf-8?Q?Evil?=`
 * as "Evil".
 */
function preparedHeader(text: string): { prepared: true; foldLines: true; value: string } {
  const isPlain = /^(?!.*=\?)[\x20-\x7e]*$/.test(text);
  const value = isPlain ? text : mimeFuncs.encodeWord(text, 'Q', longestEncodedWord);
  return { prepared: true, foldLines: true, value };
}

/** A URL in angle brackets is not broken into lines. */
function unfolded(value: string): { prepared: true; foldLines: false; value: string } {
  return { prepared: true, foldLines: false, value };
}

/** Prevents header injection: an address cannot contain characters that end the header or start a second address. */
function onlyAddress(recipient: string): string {
  if (!/^[^\s\p{Cc}<>,;:()]+@[^\s\p{Cc}<>,;:()@]+$/u.test(recipient))
    throw new Error('The recipient is not one address.');
  return recipient;
}

function bytesOf(sent: unknown): Uint8Array {
  const message = typeof sent === 'object' && sent !== null && 'message' in sent ? sent.message : undefined;
  if (!(message instanceof Uint8Array)) throw new Error('The mailer composed no message.');
  return message;
}
