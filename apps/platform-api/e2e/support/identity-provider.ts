import { ManagementClient, Product, type ProductOptions } from '@governance/testing';

/** The shipped identity provider, on its own origin. */
export interface RunningIdentityProvider extends Pick<ManagementClient, 'putOrganization' | 'putMember'> {
  readonly issuer: string;
  readonly managementUrl: string;
  readonly managementToken: string;
  /** The URL of its probes and metrics. */
  readonly probesUrl: string;
  readonly tokenOf: Product['tokenOf'];
  /** A call to its management API below `/v1`, with the management token. */
  readonly manage: ManagementClient['call'];
  /** Kills it, like a crash. */
  crash(): Promise<void>;
  /** Starts it again on the same origin. */
  restart(): Promise<void>;
  /** Its complete log so far, including before a crash. */
  output(): string;
  stop(): Promise<void>;
}

export async function startIdentityProvider(options: ProductOptions): Promise<RunningIdentityProvider> {
  const product = await Product.open(options);
  const server = await product.start('identity-provider/main');
  const { issuer, managementToken } = product.setup;
  const management = new ManagementClient(issuer, managementToken);
  return {
    issuer,
    managementUrl: `${issuer}/management`,
    managementToken,
    probesUrl: server.probes,
    putOrganization: (...organization) => management.putOrganization(...organization),
    putMember: (member) => management.putMember(member),
    tokenOf: (...user) => product.tokenOf(...user),
    manage: (...call) => management.call(...call),
    crash: () => server.kill(),
    restart: async () => {
      await server.launch().started();
    },
    output: () => server.output(),
    stop: () => product.disposeAsync(),
  };
}
