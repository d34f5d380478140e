import { IdentityProviderUnavailable } from '@governance/iam';
import {
  FaultyWire,
  InMemoryConnectionDirectory,
  InMemoryIdentityProvider,
  InMemoryInvitationGateway,
} from '@governance/iam/spec';

/** A wire on which calls can be held back, so that a test decides what happens meanwhile. */
class GatedWire extends FaultyWire {
  private gate: Promise<unknown> = Promise.resolve();
  private onCall: () => void = () => undefined;

  /** From now on calls wait. Resolves when the first one does. */
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

/** The provider in memory, with its people, which can be away or take its time. */
export class GatedIdentityProvider extends InMemoryIdentityProvider {
  override readonly wire: GatedWire;
  readonly directory: InMemoryConnectionDirectory;
  readonly gateway: InMemoryInvitationGateway;

  constructor() {
    const wire = new GatedWire(() => new IdentityProviderUnavailable());
    super(undefined, wire);
    this.wire = wire;
    this.directory = new InMemoryConnectionDirectory(wire);
    this.gateway = new InMemoryInvitationGateway(wire);
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
