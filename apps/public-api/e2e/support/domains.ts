import { callHttp, type HttpAnswer, until } from '@governance/testing';
import { pathOf } from './held-results';
import { type PublicApp } from './public-app';
import { type TestRecords } from './test-records';

type Body = Record<string, unknown>;

/** The calls of a holder about the domain of a result. */
export class HeldDomain {
  private readonly path: string;

  constructor(
    private readonly app: Pick<PublicApp, 'origin'>,
    submitted: Body,
  ) {
    this.path = `${pathOf(submitted)}/domain`;
  }

  read(): Promise<HttpAnswer> {
    return this.call('GET');
  }

  ask(name: unknown): Promise<HttpAnswer> {
    return this.call('PUT', '', { name });
  }

  check(): Promise<HttpAnswer> {
    return this.call('POST', '/check');
  }

  mail(mailbox: unknown = 'postmaster'): Promise<HttpAnswer> {
    return this.call('POST', '/mail', { mailbox });
  }

  remove(): Promise<HttpAnswer> {
    return this.call('DELETE');
  }

  /** The state when the worker has checked it. */
  settled(): Promise<Body> {
    return until(async () => {
      const { body } = await this.read();
      return body.status === 'checking' ? undefined : body;
    });
  }

  /** Publishes the record of the domain, and waits for its proof. */
  async prove(name: string, records: TestRecords): Promise<Body> {
    const { record } = (await this.ask(name)).body as { record: { name: string; value: string } };
    records.found.set(record.name, ['v=spf1 -all', record.value]);
    await this.check();
    return this.settled();
  }

  private call(method: string, below = '', body?: object): Promise<HttpAnswer> {
    return callHttp(this.app.origin + this.path + below, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  }
}
