import { type Inbox, type StoredMail } from '@governance/testing';
import { toDetail, toSummary } from './mail-json';
import { listPage, messagePage, missingPage } from './mail-page';
import {
  attachmentFile,
  empty,
  json,
  type MailResponse,
  messageHtml,
  messageSource,
  notFound,
  notAllowed,
  page,
  seeOther,
  stylesheet,
} from './mail-response';
import { mailboxStyles } from './mailbox-styles';

type Parameters = Readonly<Record<string, string | undefined>>;
type Answer = (inbox: Inbox, parameters: Parameters) => MailResponse;
type Methods = Readonly<Partial<Record<string, Answer>>>;

function newestFirst(inbox: Inbox): StoredMail[] {
  return inbox.messages().toReversed();
}

/** Responds with `answer` applied to the message in the path. */
function ofMessage(
  answer: (mail: StoredMail, parameters: Parameters) => MailResponse,
  missing: () => MailResponse = notFound,
): Methods {
  const get: Answer = (inbox, parameters) => {
    const mail = inbox.messages().find(({ id }) => id === parameters.id);
    return mail ? answer(mail, parameters) : missing();
  };
  return { GET: get };
}

function clear(inbox: Inbox, answer: MailResponse): MailResponse {
  inbox.clear();
  return answer;
}

const id = '(?<id>[^/]+)';

const routes: readonly (readonly [path: string, methods: Methods])[] = [
  [
    '/api/messages',
    { GET: (inbox) => json(newestFirst(inbox).map(toSummary)), DELETE: (inbox) => clear(inbox, empty()) },
  ],
  [`/api/messages/${id}`, ofMessage((mail) => json(toDetail(mail)))],
  [`/api/messages/${id}/raw`, ofMessage(messageSource)],
  [
    String.raw`/api/messages/${id}/attachments/(?<number>\d{1,4})`,
    ofMessage(({ attachments }, { number }) => {
      const attachment = attachments[Number(number)];
      return attachment ? attachmentFile(attachment) : notFound();
    }),
  ],
  ['/', { GET: (inbox) => page(listPage(newestFirst(inbox))) }],
  ['/mailbox.css', { GET: () => stylesheet(mailboxStyles) }],
  [
    `/messages/${id}`,
    ofMessage(
      (mail) => page(messagePage(mail)),
      () => page(missingPage(), 404),
    ),
  ],
  [`/messages/${id}/html`, ofMessage(messageHtml)],
  ['/clear', { POST: (inbox) => clear(inbox, seeOther('/')) }],
];

/** The mailbox's response to a request. `HEAD` is treated as `GET`; the server omits the body. */
export function answerRequest(inbox: Inbox, method: string, path: string): MailResponse {
  for (const [pattern, methods] of routes) {
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (!match) continue;
    const answer = methods[method === 'HEAD' ? 'GET' : method];
    return answer ? answer(inbox, match.groups ?? {}) : notAllowed(Object.keys(methods));
  }
  return notFound();
}
