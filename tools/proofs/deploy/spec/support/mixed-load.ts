import { callJson, type HttpAnswer } from '@governance/testing';
import { goldenCase } from '../../../../../apps/public-api/e2e/support/golden';

export interface LoadTarget {
  /** Origins of the surfaces. */
  readonly website: string;
  readonly platform: string;
  /** Access tokens, of an account admin and of a machine. */
  readonly adminToken: string;
  readonly machineToken: string;
  /** Of its addresses; loads that run at once have different ones. */
  readonly domain?: string;
  /** While so many requests are unanswered, no further one is sent. By default there is no limit. */
  readonly mostAtOnce?: number;
}

type Headers = Readonly<Record<string, string>>;

interface Request {
  /** By default `POST` with a body and `GET` without. */
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: object;
  readonly expected: number;
}

/** One after the other, without waiting for responses. */
const everyMs = 20;
const { mode, answers } = goldenCase('persona-controlled-pilot');

function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` };
}

/** Fifty requests a second of every kind; every unexpected response counts as a failure. */
export class MixedLoad {
  /** Requests with the unexpected responses they got. */
  readonly failures: string[] = [];
  answered = 0;
  /** The acknowledged results, each with its address. */
  readonly submitted = new Map<string, string | undefined>();
  /** The addresses whose invitation was acknowledged. */
  readonly invited: string[] = [];

  private readonly underWay = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private number = 0;

  constructor(private readonly target: LoadTarget) {}

  async start(): Promise<void> {
    const visits = [...this.visits()];
    // A result to verify.
    await this.submit();
    const { mostAtOnce = Infinity } = this.target;
    this.timer = setInterval(() => {
      if (this.underWay.size >= mostAtOnce) return;
      const visit = visits[this.number++ % visits.length]?.();
      if (!visit) return;
      this.underWay.add(visit);
      void visit.finally(() => this.underWay.delete(visit));
    }, everyMs);
  }

  /** Resolves once all requests are answered. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
  }

  /** Requests in order: a round takes about a second. */
  private *visits(): Generator<() => Promise<void>> {
    const { website, platform, adminToken: token, machineToken, domain = 'example.com' } = this.target;
    const get =
      (url: string, headers = {}) =>
      (): Promise<void> =>
        this.read(url, headers);
    for (let fifth = 0; fifth < 5; fifth++) {
      yield get(`${website}/health`);
      yield () => this.submit();
      yield get(`${website}/api/me`);
      yield () => this.verify(website);
      yield get(`${platform}/self/me`, bearer(token));
      yield get(`${platform}/iam/m2m-credentials`, bearer(token));
      yield () => this.verify(platform);
      yield get(`${platform}/health`);
      yield get(`${platform}/self/me`, bearer(machineToken));
    }
    yield () => this.submit(`assessor-${this.number}@${domain}`);
    yield () => this.invite(`member-${this.number}@${domain}`);
    yield () => this.submit(`assessor-${this.number}@${domain}`);
    yield () => this.createAndRevoke();
  }

  private async read(url: string, headers: Headers): Promise<void> {
    await this.ask(url, { headers, expected: 200 });
  }

  private async verify(surface: string): Promise<void> {
    const id = [...this.submitted.keys()].at(-1) ?? '';
    await this.read(`${surface}/api/certification/verify/${id}`, { accept: 'application/json' });
  }

  private async submit(submitterEmail?: string): Promise<void> {
    const body = { mode, answers, submitterEmail };
    const answer = await this.ask(`${this.target.website}/api/survey-results`, { body, expected: 201 });
    if (answer) this.submitted.set(String(answer.body.id), submitterEmail);
  }

  private async invite(email: string): Promise<void> {
    const { platform, adminToken } = this.target;
    const body = { email, role: 'viewer' };
    const headers = bearer(adminToken);
    if (await this.ask(`${platform}/iam/org-invitations`, { headers, body, expected: 201 }))
      this.invited.push(email);
  }

  private async createAndRevoke(): Promise<void> {
    const credentials = `${this.target.platform}/iam/m2m-credentials`;
    const headers = bearer(this.target.adminToken);
    const body = { name: 'Nightly export', type: 'client_secret' };
    const created = await this.ask(credentials, { headers, body, expected: 201 });
    if (!created) return;
    await this.ask(`${credentials}/${String(created.body.id)}`, { method: 'DELETE', headers, expected: 204 });
  }

  /** The response, if it is the expected one. */
  private async ask(
    url: string,
    { expected, body, headers, method = body ? 'POST' : 'GET' }: Request,
  ): Promise<HttpAnswer | undefined> {
    const answer = await callJson(url, { method, headers, body }).catch(String);
    if (typeof answer === 'object' && answer.status === expected) {
      this.answered += 1;
      return answer;
    }
    const instead = typeof answer === 'string' ? answer : `${answer.status} ${answer.text}`;
    this.failures.push(`${method} ${new URL(url).pathname}: ${instead}`);
    return undefined;
  }
}
