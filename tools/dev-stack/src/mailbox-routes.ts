import { type Inbox, type StoredAttachment, type StoredMail } from '@governance/testing';
import express, { type Express, type Request, type RequestHandler, type Response, Router } from 'express';
import { listPage, messagePage, missingPage } from './mail-page';
import { mailboxStyles } from './mailbox-styles';

const localNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Messages contain secret links: websites that a developer visits must not read or delete them. */
function isOurs({ headers, method }: Request): boolean {
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  if (!localNames.includes(name)) return false;
  const site = headers['sec-fetch-site'];
  return ['GET', 'HEAD'].includes(method) || site === undefined || site === 'same-origin';
}

const commonHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** No external content, scripts or forms to other sites: strangers write the messages. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A message's HTML may have inline styles and images, but cannot run scripts, send data or load files. */
const messagePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'";

function showPage(res: Response, markup: string, policy = pagePolicy): void {
  res.type('html').set('content-security-policy', policy).send(markup);
}

function notFound(res: Response): void {
  res.status(404).json({ error: 'Not found.' });
}

/** An entry of the list of messages. */
function toSummary({ id, from, to, subject, date }: StoredMail): object {
  return { id, from, to, subject, date };
}

/** A whole message; its attachments have separate URLs. */
function toDetail(mail: StoredMail): object {
  const { text, html, headers, attachments } = mail;
  const files = attachments.map(({ filename, contentType, size }) => ({ filename, contentType, size }));
  return { ...toSummary(mail), text, html, headers, attachments: files };
}

/** Types that a browser displays without running their content. */
const shownInBrowser: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg'];

function sendFile(res: Response, { filename, contentType, content }: StoredAttachment): void {
  res.attachment(filename);
  if (shownInBrowser.includes(contentType))
    res.set('content-disposition', res.get('content-disposition')?.replace(/^attachment/, 'inline'));
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : 'application/octet-stream';
  res.set('content-type', type).end(content);
}

const newestFirst = (inbox: Inbox): StoredMail[] => inbox.messages().toReversed();

/** Answers with the message of the path. */
function ofMessage(
  inbox: Inbox,
  answer: (mail: StoredMail, res: Response, req: Request) => void,
  missing = notFound,
): RequestHandler {
  return (req, res) => {
    const mail = inbox.messages().find(({ id }) => id === req.params.id);
    if (mail) answer(mail, res, req);
    else missing(res);
  };
}

function jsonRoutes(inbox: Inbox): Router {
  const router = Router();
  router.get('/', (_req, res) => res.json(newestFirst(inbox).map(toSummary)));
  router.delete('/', (_req, res) => {
    inbox.clear();
    res.status(204).end();
  });
  router.get(
    '/:id',
    ofMessage(inbox, (mail, res) => res.json(toDetail(mail))),
  );
  router.get(
    '/:id/raw',
    ofMessage(inbox, ({ raw }, res) => res.type('text').send(raw)),
  );
  router.get(
    '/:id/attachments/:number',
    ofMessage(inbox, ({ attachments }, res, { params }) => {
      const attachment = attachments[Number(params.number)];
      if (attachment) sendFile(res, attachment);
      else notFound(res);
    }),
  );
  return router;
}

function pageRoutes(inbox: Inbox): Router {
  const router = Router();
  router.get('/', (_req, res) => {
    showPage(res, listPage(newestFirst(inbox)));
  });
  router.get('/mailbox.css', (_req, res) => res.type('css').send(mailboxStyles));
  const missing = (res: Response): void => {
    showPage(res.status(404), missingPage());
  };
  const show = (mail: StoredMail, res: Response): void => {
    showPage(res, messagePage(mail));
  };
  router.get('/messages/:id', ofMessage(inbox, show, missing));
  // Its links open outside the frame.
  const showHtml = ({ html }: StoredMail, res: Response): void => {
    showPage(res, html.replace(/<head\b[^>]*>/i, '$&<base target="_blank">'), messagePolicy);
  };
  router.get('/messages/:id/html', ofMessage(inbox, showHtml));
  router.post('/clear', (_req, res) => {
    inbox.clear();
    res.redirect(303, '/');
  });
  return router;
}

/** The JSON of the mailbox below `/api/messages`, and its pages. */
export function mailboxRoutes(inbox: Inbox): Express {
  const app = express().disable('x-powered-by');
  app.use((req, res, next) => {
    res.set(commonHeaders);
    if (isOurs(req)) next();
    else res.status(403).json({ error: 'The mailbox answers only this machine.' });
  });
  app.use('/api/messages', jsonRoutes(inbox));
  app.use(pageRoutes(inbox));
  app.use((_req, res) => {
    notFound(res);
  });
  return app;
}
