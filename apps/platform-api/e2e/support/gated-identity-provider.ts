import { IdentityProviderUnavailable } from '@governance/iam';
import {
  FaultyWire,
  InMemoryConnectionDirectory,
  InMemoryDomainDirectory,
  InMemoryIdentityProvider,
  InMemoryInvitationGateway,
  InMemoryMemberDirectory,
  InMemoryOrganizationDirectory,
  InMemoryTrustRuleDirectory,
} from '@governance/iam/spec';

/** A wire that can hold back calls, so that a test controls what happens in between. */
class GatedWire extends FaultyWire {
  private gate: Promise<unknown> = Promise.resolve();
  private onCall: () => void = () => undefined;

  /** Holds all calls from now on. Resolves at the first one. */
  hold(): { readonly reached: Promise<unknown>; readonly release: () => void } {
    const gate = Promise.withResolvers<undefined>();
    const reached = Promise.withResolvers<undefined>();
    this.gate = gate.promise;
    this.onCall = () => {
      reached.resolve(undefined);
    };
    return {
      reached: reached.promise,
      release: () => {
        this.onCall = () => undefined;
        gate.resolve(undefined);
      },
    };
  }

  override async call<Answer>(effect: () => Answer | Promise<Answer>): Promise<Answer> {
    this.onCall();
    await this.gate;
    return super.call(effect);
  }
}

/** The in-memory provider with its users. It can be made unavailable or slow, and be emptied. */
export class GatedIdentityProvider extends InMemoryIdentityProvider {
  override readonly wire: GatedWire;
  readonly directory: InMemoryConnectionDirectory;
  readonly domains: InMemoryDomainDirectory;
  readonly gateway: InMemoryInvitationGateway;
  readonly members: InMemoryMemberDirectory;
  readonly organizations: InMemoryOrganizationDirectory;
  readonly trustRules: InMemoryTrustRuleDirectory;

  constructor() {
    const wire = new GatedWire(() => new IdentityProviderUnavailable());
    super(undefined, wire);
    this.wire = wire;
    this.directory = new InMemoryConnectionDirectory(wire);
    this.domains = new InMemoryDomainDirectory(this.directory, wire);
    this.gateway = new InMemoryInvitationGateway(wire);
    this.members = new InMemoryMemberDirectory(wire);
    this.organizations = new InMemoryOrganizationDirectory(wire);
    this.trustRules = new InMemoryTrustRuleDirectory(wire);
  }

  /** Forgets everything. An app that uses it continues with the same objects. */
  reset(): void {
    const { wire, directory, domains, gateway, members, organizations, trustRules, ...own } =
      new GatedIdentityProvider();
    Object.assign(this, own);
    Object.assign(this.wire, wire);
    const ours = { wire: this.wire, connections: this.directory };
    Object.assign(this.directory, directory, { wire: ours.wire });
    Object.assign(this.domains, domains, ours);
    Object.assign(this.gateway, gateway, { wire: ours.wire });
    Object.assign(this.members, members, { wire: ours.wire });
    Object.assign(this.organizations, organizations, { wire: ours.wire });
    Object.assign(this.trustRules, trustRules, { wire: ours.wire });
  }

  /** Whether a secret gets a token. */
  async accepts(clientId: unknown, secret: unknown): Promise<boolean> {
    const proof = { clientId: String(clientId), secret: String(secret) };
    return (await this.requestToken(proof)) !== undefined;
  }

  get clientIds(): readonly string[] {
    return [...this.clients.keys()];
  }
}
