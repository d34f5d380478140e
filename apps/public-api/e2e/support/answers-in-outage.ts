import { type HttpAnswer } from '@governance/testing';

type Ask = (path: string, init?: RequestInit & { method?: string }) => Promise<HttpAnswer>;

interface Outage {
  readonly ask: Ask;
  /** A submission that is valid. */
  readonly submission: object;
  readonly id: string;
  /** The path of the result, for its holder. */
  readonly result: string;
}

/** The answers to each request that needs the database, sent at once. */
export function answersInOutage({ ask, submission, id, result }: Outage): Promise<readonly HttpAnswer[]> {
  const send = (path: string, method: string, body?: object): Promise<HttpAnswer> =>
    ask(path, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  return Promise.all([
    send('/api/survey-results', 'POST', submission),
    ask(`/api/certification/verify/${id}?format=json`),
    ask(`/api/survey-results/${id}/verify`),
    send(`/api/survey-results/${id}/resend`, 'POST'),
    ...['', '/evidence-report', '/delivery', '/certificate', '/domain'].map((below) => ask(result + below)),
    send(`${result}/domain`, 'PUT', { name: 'acme.example' }),
    send(`${result}/domain/check`, 'POST'),
    send(`${result}/domain/mail`, 'POST', { mailbox: 'admin' }),
    send(`${result}/domain`, 'DELETE'),
  ]);
}
