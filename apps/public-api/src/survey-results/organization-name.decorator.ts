import {
  canonicalOrganizationName,
  organizationNameLength,
  type OrganizationNameProblem,
  organizationNameProblem,
  unprintableIn,
} from '@governance/assessments';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

const { least, most } = organizationNameLength;

/** The end of an error text that begins with the name of the member. */
export const organizationNameTexts: Readonly<Record<OrganizationNameProblem | 'type', string>> = {
  type: 'must be a string',
  length: `must have ${least} to ${most} characters`,
  characters: 'has “株”, which the certificate cannot print: use Latin letters, digits and common signs',
  domain: 'is a domain: send the name of the organization, and prove the domain on the result page',
  address: 'must not contain a URL, a domain or an email address',
};

/** A self-declared name for the certificate. It is converted to canonical form before validation. */
export function IsOrganizationName(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) => canonicalOf(value), { toClassOnly: true }),
    ValidateBy({
      name: 'isOrganizationName',
      validator: {
        validate: (value) => problemOf(value) === undefined,
        defaultMessage: (failed) => `${failed?.property ?? 'the name'} ${textOf(failed?.value)}`,
      },
    }),
  );
}

function canonicalOf(value: unknown): unknown {
  return typeof value === 'string' ? canonicalOrganizationName(value) : value;
}

function textOf(value: unknown): string {
  const text = organizationNameTexts[problemOf(value) ?? 'type'];
  return text.replace('“株”', typeof value === 'string' ? shown(unprintableIn(value)) : '');
}

/** A character that is not seen is named by its number. */
function shown(character = ''): string {
  const isSeen = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character);
  return isSeen
    ? `“${character}”`
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function problemOf(value: unknown): keyof typeof organizationNameTexts | undefined {
  return typeof value === 'string' ? organizationNameProblem(value) : 'type';
}
