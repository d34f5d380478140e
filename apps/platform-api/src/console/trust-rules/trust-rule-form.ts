import { type PlatformTypes } from '@governance/client';
import { presetFacts, type TrustPreset } from '@governance/iam';
import { missingPermissions, networksIn } from '../credentials/credential-form';
import { brokenRules, type FieldError, type FormFields } from '../form-fields';
import { FormRefused, missingIn } from '../form-problem';
import { furtherConditions } from './further-claims';
import { linesIn, presetClaims } from './preset-claims';
import { changedRuleFields, keySetOf, newRuleFields } from './trust-rule-fields';

type Schemas = PlatformTypes['schemas'];
type Creation = Schemas['CreateTrustRule'];
type Update = Schemas['UpdateTrustRule'];
type Condition = NonNullable<Creation['conditions']>[number];

const dayMs = 24 * 60 * 60_000;

const text = (form: URLSearchParams, name: string): string => (form.get(name) ?? '').trim();

/** The API would name one problem at a time, and choose permissions for the person. @throws FormRefused */
export function checkNewRule(form: URLSearchParams, preset: TrustPreset): void {
  const fields = newRuleFields(preset);
  const missing = [...missingClaims(form, preset), missingPermissions(form)];
  refuse(fields, [...errorsIn(fields, form), ...missing.filter((each) => each !== undefined)]);
}

/** The rule that a checked form asks for. */
export function newRuleOf(form: URLSearchParams, preset: TrustPreset, now: Date): Creation {
  const [subject, identity, keys] = ['subject', 'service_identity_id', 'key_set'].map((name) =>
    text(form, name),
  );
  const networks = networksIn(text(form, 'allowed_networks'));
  const days = Number(text(form, 'valid_days'));
  return {
    name: text(form, 'name'),
    preset,
    issuer: text(form, 'issuer'),
    audience: text(form, 'audience'),
    ...(subject && { subject }),
    conditions: conditionsIn(form, preset),
    single_use: form.get('single_use') === 'yes',
    ...(identity
      ? { service_identity_id: identity }
      : { permissions: form.getAll('permissions') as NonNullable<Creation['permissions']> }),
    ...(keys && { key_set: keySetOf(keys) }),
    ...(networks.length > 0 && { allowed_networks: networks }),
    ...(days > 0 && { expires_at: new Date(now.getTime() + days * dayMs).toISOString() }),
  };
}

/** @throws FormRefused */
export function checkChangedRule(form: URLSearchParams): void {
  const fields = changedRuleFields({ hasKeys: true });
  refuse(fields, errorsIn(fields, form));
}

/** Of a checked form, only what differs, so that the audit events name what a person has changed. */
export function changesOf(form: URLSearchParams, current: { readonly name: string }): Update {
  const [name = '', keys] = ['name', 'key_set'].map((field) => text(form, field));
  return {
    ...(name !== current.name && { name }),
    ...(keys && { key_set: keySetOf(keys) }),
  };
}

function errorsIn(fields: FormFields, form: URLSearchParams): FieldError[] {
  return brokenRules(fields, form).map(({ field, text: said }) => ({
    field,
    text: missingIn(fields[field], form.get(field)) ?? said,
  }));
}

/** In the order of the form. */
function refuse(fields: FormFields, found: readonly FieldError[]): void {
  if (found.length === 0) return;
  const order = Object.keys(fields);
  const errors = found.toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field));
  throw new FormRefused({ status: 400, text: errors.map((error) => error.text).join(' '), errors });
}

function conditionsIn(form: URLSearchParams, preset: TrustPreset): Condition[] {
  const own = Object.entries(presetClaims[preset]).flatMap(([parameter, { claim }]) => {
    const oneOf = linesIn(text(form, parameter));
    return oneOf.length === 0 ? [] : [{ claim: [...claim], one_of: oneOf }];
  });
  const further = furtherConditions(text(form, 'claims'));
  return [...own, ...further.map(({ claim, oneOf }) => ({ claim: [...claim], one_of: [...oneOf] }))];
}

/** Of claims of which a rule needs one: the error stands at the first. */
function missingClaims(form: URLSearchParams, preset: TrustPreset): FieldError[] {
  const own = Object.entries(presetClaims[preset]);
  return presetFacts[preset].needed.flatMap((group) => {
    const fields = own.filter(([, { claim }]) => group.some((each) => each.join() === claim.join()));
    const isMissing = fields.every(([parameter]) => text(form, parameter) === '');
    const [first] = fields;
    // A needed claim alone is refused by its own rule.
    if (!isMissing || fields.length < 2 || !first) return [];
    const labels = fields.map(([, { field }]) => `“${field.label}”`).join(' or ');
    return [{ field: first[0], text: `Enter ${labels}: without one, every branch can use the rule.` }];
  });
}
