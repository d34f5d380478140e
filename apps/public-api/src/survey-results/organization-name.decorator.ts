import {
  canonicalOrganizationName,
  organizationNameLength,
  type OrganizationNameProblem,
  organizationNameProblem,
} from '@governance/assessments';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

const { least, most } = organizationNameLength;

/** The end of an error text that begins with the name of the member. */
export const organizationNameTexts: Readonly<Record<OrganizationNameProblem | 'type', string>> = {
  type: 'must be a string',
  length: `must have ${least} to ${most} characters`,
  characters: 'has a character that the certificate cannot print: use Latin letters, digits and common signs',
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
        defaultMessage: (failed) =>
          `${failed?.property ?? 'the name'} ${organizationNameTexts[problemOf(failed?.value) ?? 'type']}`,
      },
    }),
  );
}

function canonicalOf(value: unknown): unknown {
  return typeof value === 'string' ? canonicalOrganizationName(value) : value;
}

function problemOf(value: unknown): keyof typeof organizationNameTexts | undefined {
  return typeof value === 'string' ? organizationNameProblem(value) : 'type';
}
