import {
  type Claims,
  claimsOfText,
  judgeAssertion,
  type SignedAssertion,
  type TriedCondition,
  checkedConditions,
  type TrustVerdict,
  type VerdictContext,
} from '@governance/iam';
import { createHash } from 'node:crypto';
import { type IssuerKeys } from '../trust-rules/issuer-keys';
import { type LastExchanges } from '../trust-rules/last-exchanges';
import { AssertionUnsigned, IssuerKeysAway, signedAssertion } from '../trust-rules/signed-assertion';
import { type StoredTrustRule } from '../trust-rules/trust-rules.store';
import { type UsedAssertionsStore } from './used-assertions.store';

interface Judged {
  readonly signed: SignedAssertion;
  readonly verdict: TrustVerdict;
}

interface JudgeParts {
  readonly issuerKeys: IssuerKeys;
  readonly usedAssertions: UsedAssertionsStore;
  readonly lastExchanges: LastExchanges;
}

/** Whether assertions get tokens by a rule, for an exchange and for a try (ADR 66). */
export class AssertionJudge {
  constructor(private readonly parts: JudgeParts) {}

  /** Notes a refusal of what the issuer has signed. @throws `AssertionUnsigned`. */
  async judge(rule: StoredTrustRule, assertion: unknown, context: VerdictContext): Promise<Judged> {
    const signed = await signedAssertion(assertion, rule, this.parts.issuerKeys);
    const verdict = judgeAssertion(rule, signed, context);
    if (!verdict.accepted) this.parts.lastExchanges.refused(rule, context.now, verdict.failed);
    return { signed, verdict };
  }

  /** Uses an accepted assertion, and notes that. False: it has been used, and the rule accepts it once. */
  async use(
    rule: StoredTrustRule,
    signed: SignedAssertion,
    { now, claims, expiresAt }: { readonly now: Date; readonly claims: Claims; readonly expiresAt: Date },
  ): Promise<boolean> {
    const { usedAssertions, lastExchanges } = this.parts;
    const seconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
    if (rule.singleUse && !(await usedAssertions.use(useId(rule, signed, claims), seconds))) {
      lastExchanges.refused(rule, now, 'single_use');
      return false;
    }
    lastExchanges.accepted(rule, now);
    return true;
  }

  /** The conditions of an exchange in their order. Nothing of the assertion is kept, and no use is used up. */
  async try(rule: StoredTrustRule, assertion: string, now: Date): Promise<readonly TriedCondition[]> {
    const [signed, isSigned] = await this.signedOrNot(rule, assertion);
    const conditions = [
      { condition: 'signature', holds: isSigned },
      ...checkedConditions(rule, signed, { now, address: undefined }),
    ];
    if (!rule.singleUse) return conditions;
    const isUnused =
      signed && !(await this.parts.usedAssertions.isUsed(useId(rule, signed, claimsOfText(signed.claims))));
    return [...conditions, { condition: 'single_use', holds: isUnused }];
  }

  private async signedOrNot(
    rule: StoredTrustRule,
    assertion: string,
  ): Promise<[SignedAssertion | undefined, boolean | undefined]> {
    try {
      return [await signedAssertion(assertion, rule, this.parts.issuerKeys), true];
    } catch (error) {
      if (error instanceof IssuerKeysAway) return [undefined, undefined];
      if (error instanceof AssertionUnsigned) return [undefined, false];
      throw error;
    }
  }
}

/** By its `jti`, or else by what was signed: a signature can have several encodings. */
function useId({ clientId, issuer }: StoredTrustRule, signed: SignedAssertion, { jti }: Claims = {}): string {
  const name = typeof jti === 'string' ? ['jti', jti] : ['claims', signed.claims];
  const hash = createHash('sha256').update(JSON.stringify([clientId, issuer, ...name]));
  return `trust ${hash.digest('base64url')}`;
}
