import { IssuerChecks, TokenSettings } from '@governance/auth-guards';
import { IdentityProviderUnavailable, ProviderIdentity, StepUpPolicyStore } from '@governance/iam';
import { StoreUnavailable } from '@governance/kernel';
import { StartRefused } from '@governance/runtime';
import { Injectable, Logger, Optional } from '@nestjs/common';
import { ManagedIssuer } from './managed-issuer';

/**
 * Compares the settings with the issuers, the identity provider and the database, before the program serves requests. What does
 * not answer is logged; what contradicts the settings refuses the start (ADR 31).
 */
@Injectable()
export class StartChecks {
  private readonly logger = new Logger(StartChecks.name);

  constructor(
    private readonly issuers: IssuerChecks,
    private readonly settings: TokenSettings,
    private readonly managed: ManagedIssuer,
    private readonly policies: StepUpPolicyStore,
    @Optional() private readonly provider?: ProviderIdentity,
  ) {}

  /** Rejects with `StartRefused`. */
  async run(): Promise<void> {
    await this.checkDefaultWindow();
    await Promise.all([this.issuers.run(), this.checkManagement()]);
  }

  /** Without it every gated write of these users would be refused, with a window that no operator chose. */
  private async checkDefaultWindow(): Promise<void> {
    const [needing] = this.settings.issuers.filter(({ profile }) => profile.window === 'policy');
    if (needing === undefined) return;
    if (await this.hasDefaultWindow()) return;
    throw new StartRefused(
      `the issuer ${needing.profile.issuer} has window policy, but no default second-factor window is set: run ` +
        '`npm run operate -- org default-policy --second-factor-window SECONDS`',
    );
  }

  /** A database that does not answer is no contradiction: the step-up rule fails closed. */
  private async hasDefaultWindow(): Promise<boolean> {
    try {
      return (await this.policies.defaultWindow()) !== undefined;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      this.logger.warn({ msg: 'the default second-factor window could not be read', err: error });
      return true;
    }
  }

  /** Credentials that another provider issues would get 401 from the first call on. */
  private async checkManagement(): Promise<void> {
    const { issuer } = this.managed;
    const managed = await this.managedIssuer();
    if (managed === undefined || managed === issuer) return;
    throw new StartRefused(
      `OIDC_ISSUER is ${issuer}, but IDENTITY_MANAGEMENT_URL manages the provider with the issuer ${managed}`,
    );
  }

  private async managedIssuer(): Promise<string | undefined> {
    try {
      return await this.provider?.issuer();
    } catch (error) {
      if (!(error instanceof IdentityProviderUnavailable)) throw error;
      this.logger.warn({ msg: 'the management API does not answer; its issuer is not compared', err: error });
      return undefined;
    }
  }
}
