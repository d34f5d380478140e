import { longestAssertion, type SignedAssertion, type TrustedKeySet } from '@governance/iam';
import { compactVerify, decodeProtectedHeader, errors } from 'jose';
import { type IssuerKeys } from './issuer-keys';
import { type IssuerKeySet, keySetOf } from './issuer-key-set';
import { type NewTrustRule } from './trust-rules.store';

/** The assertion is not one that the issuer of the rule has signed. `reason` is for the log, and has nothing of the assertion. */
export class AssertionUnsigned extends Error {
  override readonly name = 'AssertionUnsigned';

  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Whether the issuer has signed it is not known. */
export class IssuerKeysAway extends AssertionUnsigned {
  constructor() {
    super('the keys of the issuer cannot be fetched');
  }
}

/**
 * The claims that the issuer of a rule has signed. The header chooses the key by its `kid` among those of the issuer, and nothing
 * else: `jku`, `x5u` and `jwk` are ignored. @throws `AssertionUnsigned`.
 */
export async function signedAssertion(
  assertion: unknown,
  rule: Pick<NewTrustRule, 'issuer' | 'keySet'>,
  issuerKeys: IssuerKeys,
): Promise<SignedAssertion> {
  if (typeof assertion !== 'string') throw new AssertionUnsigned('there is no assertion');
  if (assertion.length > longestAssertion) throw new AssertionUnsigned('the assertion is too long');
  const keys = await keysFor(rule, kidOf(assertion), issuerKeys);
  try {
    const { payload, protectedHeader } = await compactVerify(assertion, keys.keyFor, {
      algorithms: [...keys.algorithms],
    });
    const claims = new TextDecoder('utf-8', { fatal: true }).decode(payload);
    return { type: protectedHeader.typ, claims };
  } catch (error) {
    throw new AssertionUnsigned(reasonOf(error));
  }
}

/** Extensions change what is signed, and no preset has one. */
function kidOf(assertion: string): unknown {
  const { kid, crit } = headerOf(assertion);
  if (crit !== undefined) throw new AssertionUnsigned('the header has extensions');
  return kid;
}

function headerOf(assertion: string): { readonly kid?: unknown; readonly crit?: unknown } {
  try {
    return decodeProtectedHeader(assertion);
  } catch {
    throw new AssertionUnsigned('it is no well-formed JWT');
  }
}

async function keysFor(
  { issuer, keySet }: Pick<NewTrustRule, 'issuer' | 'keySet'>,
  kid: unknown,
  issuerKeys: IssuerKeys,
): Promise<IssuerKeySet> {
  const keys = keySet ? uploadedKeys(keySet) : await issuerKeys.find(issuer, kid);
  if (keys === undefined) throw new IssuerKeysAway();
  return keys;
}

/** Imported once, as long as the library keeps the client of the rule. */
// eslint-disable-next-line no-restricted-syntax -- of a rule, and not of a request
const imported = new WeakMap<TrustedKeySet, IssuerKeySet>();

function uploadedKeys(keySet: TrustedKeySet): IssuerKeySet {
  const keys = imported.get(keySet) ?? keySetOf({ ...keySet });
  imported.set(keySet, keys);
  return keys;
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWKSNoMatchingKey) return 'no key of the issuer fits kid and alg';
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'several keys of the issuer fit';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'alg is not one of the issuer';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'the signature is not by the issuer';
  return 'it is no well-formed JWT';
}
