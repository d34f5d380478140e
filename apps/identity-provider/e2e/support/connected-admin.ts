import { randomUUID } from 'node:crypto';
import { type ConsoleAnswer } from './console';
import { type TestPerson } from './people';
import { type SignedIn } from './signed-in';
import { type TestUpstream } from './upstream';

export interface AddedDomain {
  readonly name: string;
  /** The name and the text of the TXT record. */
  readonly record: string;
  readonly value: string;
}

/** An administrator who is signed in, and connects the provider of the organization. */
export class ConnectedAdmin {
  constructor(
    private readonly signedIn: SignedIn,
    private readonly upstream: TestUpstream,
  ) {}

  get person(): TestPerson {
    return this.signedIn.person;
  }

  get seen(): readonly ConsoleAnswer[] {
    return this.signedIn.visitor.seen;
  }

  get(path: string): Promise<ConsoleAnswer> {
    return this.signedIn.get(path);
  }

  page(path: string): Promise<string> {
    return this.signedIn.page(path);
  }

  post(path: string, fields: Record<string, string> = {}): Promise<ConsoleAnswer> {
    return this.signedIn.post(path, fields);
  }

  /** The form of a new connection. */
  entered(changes: Record<string, string> = {}): Record<string, string> {
    const { issuer, clientId, clientSecret } = this.upstream.settings;
    const fields = { name: 'Single sign-on', issuer, client_id: clientId, client_secret: clientSecret };
    return { ...fields, enabled: 'yes', acr_values: '', amr_values: '', ...changes };
  }

  /** Returns the id. */
  async connect(changes: Record<string, string> = {}): Promise<string> {
    const { location, html } = await this.post('connections', this.entered(changes));
    const id = /connections\/(con_[^?]+)\?done=added$/.exec(location)?.[1];
    if (id === undefined) throw new Error(`not added: ${html}`);
    return id;
  }

  async addDomain(changes: Record<string, string> = {}): Promise<AddedDomain> {
    const name = changes.name ?? `${randomUUID()}.example`;
    const { location, html: refusal } = await this.post('domains', { connection_id: '', ...changes, name });
    if (!location.endsWith(`/console/domains/${name}?done=added`)) throw new Error(`not added: ${refusal}`);
    const html = await this.page(`domains/${name}`);
    // Handlebars escapes the equals sign of the value.
    const textOf = (id: string): string =>
      (new RegExp(`id="${id}">([^<]+)<`).exec(html)?.[1] ?? '').replaceAll('&#x3D;', '=');
    return { name, record: textOf('record-name'), value: textOf('record-value') };
  }
}
