// The members that Open Badges 3.0 requires of an OpenBadgeCredential, and the formats that it prescribes, for the classes that we use
// (https://www.imsglobal.org/spec/ob/v3p0/, "Open Badges Data Model"). Written as rules instead of a schema, so that formats are checked too.

type Check = (value: unknown) => boolean;

export interface OpenBadgeRule {
  /** Member names from the credential; `*` stands for each member of a list. */
  readonly path: string;
  readonly required: boolean;
  readonly says: string;
  readonly holds: Check;
}

const isText: Check = (value) => typeof value === 'string' && value.trim() !== '';
/** `DateTimeZ`: with a time zone. */
const isDateTimeZ: Check = (value) =>
  isText(value) &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(String(value)) &&
  !Number.isNaN(Date.parse(String(value)));
const isUri: Check = (value) => isText(value) && URL.canParse(String(value)) && !/\s/.test(String(value));
const isUrl: Check = (value) => isUri(value) && /^https?:$/.test(new URL(String(value)).protocol);

const achievementTypes =
  'Achievement ApprenticeshipCertificate Assessment Assignment AssociateDegree Award Badge BachelorDegree Certificate CertificateOfCompletion Certification CommunityService Competency Course CoCurricular Degree Diploma DoctoralDegree Fieldwork GeneralEducationDevelopment JourneymanCertificate LearningProgram License Membership ProfessionalDoctorate QualityAssuranceCredential MasterCertificate MasterDegree MicroCredential ResearchDoctorate SecondarySchoolDiploma'.split(
    ' ',
  );
const resultTypes =
  'GradePointAverage LetterGrade Percent PerformanceLevel PredictedScore RawScore Result RubricCriterion RubricCriterionLevel RubricScore ScaledScore Status'.split(
    ' ',
  );

function oneOf(values: readonly string[]): Check {
  return (value) => values.includes(String(value)) || /^ext:[\w.-]+$/.test(String(value));
}

/** A set that contains the given types. */
function types(...names: readonly string[]): Check {
  return (value) =>
    Array.isArray(value) &&
    value.every(isText) &&
    new Set(value).size === value.length &&
    names.every((name) => value.includes(name));
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.length > 0 && value.every(check);
}

const contexts: Check = (value) =>
  Array.isArray(value) &&
  value[0] === 'https://www.w3.org/ns/credentials/v2' &&
  /^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context-3\.\d+\.\d+\.json$/.test(String(value[1])) &&
  value.slice(2).every((entry) => isUri(entry) || (typeof entry === 'object' && entry !== null));

const rules: readonly (readonly [path: string, says: string, holds: Check])[] = [
  ['@context', 'begins with the contexts of credentials 2.0 and Open Badges 3.0', contexts],
  ['id', 'is a URI', isUri],
  ['type', 'is a credential and an Open Badge', types('VerifiableCredential', 'OpenBadgeCredential')],
  ['name', 'is a text', isText],
  ['issuer.id', 'is a URI', isUri],
  ['issuer.type', 'is a profile', types('Profile')],
  ['validFrom', 'is a time with a zone', isDateTimeZ],
  ['credentialSubject.id', 'is a URI, as the subject has no other identifier', isUri],
  ['credentialSubject.type', 'is a subject of an achievement', types('AchievementSubject')],
  ['credentialSubject.achievement.id', 'is a URI', isUri],
  ['credentialSubject.achievement.type', 'is an achievement', types('Achievement')],
  ['credentialSubject.achievement.name', 'is a text', isText],
  ['credentialSubject.achievement.description', 'is a text', isText],
  ['credentialSubject.achievement.criteria', 'has an address or a text', hasCriteria],
  ['credentialSubject.achievement.resultDescription.*.id', 'is a URI', isUri],
  [
    'credentialSubject.achievement.resultDescription.*.type',
    'is a result description',
    types('ResultDescription'),
  ],
  ['credentialSubject.achievement.resultDescription.*.name', 'is a text', isText],
  ['credentialSubject.achievement.resultDescription.*.resultType', 'is a known type', oneOf(resultTypes)],
  ['credentialSubject.result.*.type', 'is a result', types('Result')],
  ['credentialStatus.id', 'is a URI', isUri],
  ['credentialStatus.type', 'is a text', isText],
  ['relatedResource.*.id', 'is a URI', isUri],
];

/** Members that may be absent, and then have a format. */
const optional: typeof rules = [
  ['validUntil', 'is a time with a zone', isDateTimeZ],
  ['awardedDate', 'is a time with a zone', isDateTimeZ],
  ['issuer.name', 'is a text', isText],
  ['issuer.url', 'is a web address', isUrl],
  ['credentialSubject.achievement.achievementType', 'is a known type', oneOf(achievementTypes)],
  ['credentialSubject.achievement.criteria.id', 'is a URI', isUri],
  ['credentialSubject.achievement.criteria.narrative', 'is a text', isText],
  ['credentialSubject.achievement.version', 'is a text', isText],
  ['credentialSubject.achievement.resultDescription.*.allowedValue', 'is a list of texts', listOf(isText)],
  ['credentialSubject.achievement.resultDescription.*.valueMin', 'is a text', isText],
  ['credentialSubject.achievement.resultDescription.*.valueMax', 'is a text', isText],
  ['credentialSubject.result.*.resultDescription', 'is a URI', isUri],
  ['credentialSubject.result.*.value', 'is a text', isText],
  ['credentialStatus.statusListCredential', 'is a web address', isUrl],
  ['credentialStatus.statusListIndex', 'is an integer in a text', (value) => /^\d+$/.test(String(value))],
  [
    'relatedResource.*.digestSRI',
    'is a digest',
    (value) => /^sha(256|384|512)-[A-Za-z0-9+/]+=*$/.test(String(value)),
  ],
];

export const openBadgeRules: readonly OpenBadgeRule[] = [
  ...rules.map((rule) => ruleOf(rule, true)),
  ...optional.map((rule) => ruleOf(rule, false)),
];

function ruleOf([path, says, holds]: (typeof rules)[number], required: boolean): OpenBadgeRule {
  return { path, says, holds, required };
}

function hasCriteria(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('id' in value || 'narrative' in value);
}

/** The rules that a credential breaks, as "path says". Empty for an Open Badge. */
export function brokenRules(credential: unknown): string[] {
  return openBadgeRules.flatMap(({ path, required, says, holds }) =>
    valuesAt(credential, path.split('.'))
      .filter((value) => (value === undefined ? required : !holds(value)))
      .map(() => `${path} ${says}`),
  );
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [undefined];
  if (name !== '*') return valuesAt((value as Record<string, unknown>)[name], rest);
  return Object.values(value).flatMap((entry) => valuesAt(entry, rest));
}
