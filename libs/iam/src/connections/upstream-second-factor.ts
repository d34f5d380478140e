import { RuleViolation } from '@governance/kernel';

/**
 * What an organization's provider must assert in an ID token for a second factor: one of these `acr` or `amr` values. At least
 * one list has a value.
 */
export interface UpstreamSecondFactor {
  readonly acrValues: readonly string[];
  readonly amrValues: readonly string[];
}

/** In each list. */
export const mostFactorValues = 10;
export const longestFactorValue = 200;

/** OpenID Connect Core 1.0, 3.1.2.1: spaces separate the values of `acr_values`. */
const factorValue = new RegExp(String.raw`^[\x21-\x7e]{1,${longestFactorValue}}$`);

export function isFactorValue(text: string): boolean {
  return factorValue.test(text);
}

/** The values without duplicates. Throws `RuleViolation`. */
export function checkUpstreamSecondFactor({
  acrValues,
  amrValues,
}: UpstreamSecondFactor): UpstreamSecondFactor {
  if (acrValues.length + amrValues.length === 0) {
    throw new RuleViolation('second_factor must have at least one value in acr_values or amr_values');
  }
  return {
    acrValues: checkValues('acr_values', acrValues),
    amrValues: checkValues('amr_values', amrValues),
  };
}

function checkValues(member: string, values: readonly string[]): readonly string[] {
  if (values.length > mostFactorValues || !values.every(isFactorValue)) {
    throw new RuleViolation(
      `second_factor.${member} must have at most ${mostFactorValues} values, each of 1 to ${longestFactorValue} printable ASCII characters, and no spaces`,
    );
  }
  return [...new Set(values)];
}
