import { longestFactorValue, mostFactorValues, type UpstreamSecondFactor } from '@governance/iam';
import { RuleViolation } from '@governance/kernel';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const lists = ['acr_values', 'amr_values'] as const;

const values = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: longestFactorValue },
  maxItems: mostFactorValues,
} as const;

/** In a request, an absent list is empty. */
export const secondFactorSchema = {
  type: 'object',
  properties: { acr_values: values, amr_values: values },
  additionalProperties: false,
} as const;

export const secondFactorWords =
  'What counts as a second factor: one of `acr_values` as `acr`, or one of `amr_values` in `amr`, in an ID token of the provider. Name only values that it asserts after a second factor. Sign-ins then ask the provider for it, instead of an authenticator app here.';

/** The values of a request. Throws `RuleViolation`; the texts contain no value. */
export function secondFactorIn(members: object): UpstreamSecondFactor {
  if (Object.keys(members).some((name) => !(lists as readonly string[]).includes(name))) {
    throw new RuleViolation('second_factor must have no members but acr_values and amr_values');
  }
  const { acr_values: acrValues, amr_values: amrValues } = members as Partial<SecondFactorResponse>;
  return { acrValues: listOf('acr_values', acrValues), amrValues: listOf('amr_values', amrValues) };
}

function listOf(member: (typeof lists)[number], list: unknown): readonly string[] {
  if (list === undefined || list === null || list === '') return [];
  if (!Array.isArray(list) || !list.every((value) => typeof value === 'string')) {
    throw new RuleViolation(`second_factor.${member} must be an array of strings`);
  }
  return list;
}

@ApiSchema({ name: 'SecondFactor', description: 'What counts as a second factor. One list may be empty.' })
export class SecondFactorResponse {
  @ApiProperty({ type: [String], description: 'Asked of the provider, and compared with `acr`.' })
  readonly acr_values: readonly string[];

  @ApiProperty({ type: [String], description: 'Compared with each member of `amr`.' })
  readonly amr_values: readonly string[];

  constructor({ acrValues, amrValues }: UpstreamSecondFactor) {
    this.acr_values = acrValues;
    this.amr_values = amrValues;
  }
}
