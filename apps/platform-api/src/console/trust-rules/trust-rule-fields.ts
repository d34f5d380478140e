import { checkClaimText, checkIssuer, checkKeySet, presetFacts, type TrustPreset } from '@governance/iam';
import { checkName, RuleViolation } from '@governance/kernel';
import { creationFields } from '../credentials/credential-form';
import { type FormField, type FormFields } from '../form-fields';
import { furtherConditions } from './further-claims';
import { presetClaims } from './preset-claims';

const name: FormField = {
  label: 'Name',
  hint: 'What uses the rule, such as “Deployments of the website”.',
  maxLength: 100,
  check: (value) => checkName('name', value),
};

const keySet: FormField = {
  label: 'Key set',
  type: 'textarea',
  maxLength: 50_000,
  check: (value) => {
    keySetOf(value);
  },
};

const audience: FormField = {
  label: 'Audience',
  hint: 'The token must be for this audience, and for no other. Keep the proposed one, unless your platform cannot ask for it.',
  maxLength: 500,
  check: (value) => checkClaimText('audience', value),
};

const claims: FormField = {
  label: 'Further claims',
  hint: 'One in each line, such as: team = platform | data. The claim must be exactly one of these texts. For a claim within another one: outer > inner = text.',
  type: 'textarea',
  isOptional: true,
  maxLength: 10_000,
  members: ['conditions'],
  check: furtherConditions,
};

const singleUse: FormField = {
  label: 'How often one token of the platform can be used',
  type: 'radio',
  choices: [
    { value: 'yes', label: 'Once', about: 'For platforms where a job asks for a token each time.' },
    { value: 'no', label: 'Until it expires', about: 'For tokens that are files or variables.' },
  ],
};

const issuers: Readonly<Record<TrustPreset, string>> = {
  'github-actions': 'Change it only for a GitHub Enterprise server of your own.',
  gitlab: 'For an instance of your own, its address.',
  kubernetes:
    'The command kubectl get --raw /.well-known/openid-configuration shows it as “issuer”. Enter it exactly.',
  spiffe: 'The issuer of the trust domain, exactly as its tokens name it. It must be an https address.',
  oidc: 'Exactly as the discovery document of the provider names it.',
};

const subjects: Readonly<Partial<Record<TrustPreset, Pick<FormField, 'label' | 'hint'>>>> = {
  spiffe: { label: 'SPIFFE ID', hint: 'Such as spiffe://example.org/backup.' },
  oidc: { label: 'Subject', hint: 'Exactly as the tokens of the workload name it.' },
};

const keySetWarning =
  'Only for an issuer that cannot be reached from the internet: its public keys, as JSON. If it changes its keys, enter them again, or the workload is refused.';

const keySetHints: Readonly<Partial<Record<TrustPreset, string>>> = {
  kubernetes: `${keySetWarning} The command kubectl get --raw /openid/v1/jwks shows them.`,
  spiffe: keySetWarning,
  oidc: keySetWarning,
};

/** In the order of the form. The choices of `permissions` and of `service_identity_id` are those of the person. */
export function newRuleFields(preset: TrustPreset): FormFields {
  const own = Object.entries(presetClaims[preset]).map(
    ([parameter, { field }]) => [parameter, field] as const,
  );
  const { [preset]: subject } = subjects;
  const { [preset]: keySetHint } = keySetHints;
  const { service_identity_id: identity, permissions, valid_days: validDays, ...others } = creationFields;
  return {
    name,
    ...Object.fromEntries(own),
    ...(subject && {
      subject: { ...subject, maxLength: 500, check: (value) => checkClaimText('subject', value) },
    }),
    issuer: { label: 'Issuer', hint: issuers[preset], type: 'url', maxLength: 500, check: checkIssuer },
    ...(keySetHint !== undefined && { key_set: { ...keySet, hint: keySetHint, isOptional: true } }),
    claims,
    audience,
    service_identity_id: identity,
    permissions,
    single_use: singleUse,
    valid_days: { ...validDays, members: ['expires_at'] },
    allowed_networks: { ...others.allowed_networks },
  };
}

export function proposedValues(
  preset: TrustPreset,
  audience: string,
): Readonly<Record<string, string | undefined>> {
  const { issuer, singleUse } = presetFacts[preset];
  return {
    issuer,
    audience,
    single_use: singleUse ? 'yes' : 'no',
    ref_protected: 'true',
    valid_days: '0',
  };
}

/** A rule without uploaded keys gets none later. */
export function changedRuleFields({ hasKeys }: { readonly hasKeys: boolean }): FormFields {
  const hint = 'Leave it empty to keep the present keys. Others replace all of them at once.';
  return { name, ...(hasKeys && { key_set: { ...keySet, hint, label: 'New key set', isOptional: true } }) };
}

/** Not kept, and not put back into the page. */
export const tokenFields = {
  workload_token: {
    label: 'Token of the workload',
    hint: 'It is checked and forgotten: it is not stored, and gets no access.',
    type: 'password',
    members: ['token'],
  },
} satisfies FormFields;

/** Throws a `RuleViolation`, which quotes nothing of the keys. */
export function keySetOf(value: string): object {
  try {
    return checkKeySet(parsed(value));
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    // A key is no line of the field.
    throw new RuleViolation(error.message.replace(/^key_set\.keys\[\d+\]/, 'key_set has a key that'));
  }
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new RuleViolation('key_set must be JSON, such as {"keys": […]}');
  }
}
