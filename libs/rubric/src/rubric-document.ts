import * as z from 'zod';
import { type Answer, modes, tiers } from './outcome';
import { tierCapOf } from './tier-cap';

/** The sentences of `launchRule.reasonOrder` that the scorer implements. */
export const reasonParts = [
  'unmet gates in question order',
  'domains below the floor in domain order',
  'overall score below the floor',
] as const;
export type ReasonPart = (typeof reasonParts)[number];

/** The sentences of `remediationRule.order` that the scorer implements. */
export const remediationCriteria = [
  'unmet gates first',
  'then questions in domains below the floor',
  'then points per effort day, highest first',
  'then question order',
] as const;
export type RemediationCriterion = (typeof remediationCriteria)[number];

const id = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/);
const text = z.string().min(1);
const positive = z.int().positive();
const percent = z.int().min(0).max(100);
const texts = z.array(text).min(1).readonly();

const grade = <Value extends Answer>(value: Value) =>
  z.strictObject({ value: z.literal(value), label: text, meaning: text }).readonly();

const tierCapRule = z
  .string()
  .refine((rule) => tierCapOf(rule) !== undefined, 'not a tier cap that the scorer can carry out');

const about = z
  .strictObject({
    id,
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    language: text,
    title: text,
    statement: text,
    versioning: text,
    validityMonths: positive,
  })
  .readonly();

const scoring = z
  .strictObject({
    arithmetic: text,
    domainPoints: text,
    domainScore: text,
    overallScore: text,
    rounding: text,
    unanswered: text,
    notApplicable: text,
    unknownIds: text,
    otherModeIds: text,
  })
  .readonly();

const tier = z.strictObject({ id: z.enum(tiers), min: percent, max: percent }).readonly();

const launchRule = z
  .strictObject({
    allowedWhenAll: texts,
    overallFloor: percent,
    domainFloor: percent,
    gateMinimum: z.literal([1, 2, 3]),
    reasonOrder: z.array(z.enum(reasonParts)).readonly(),
    reasonTemplates: z
      .strictObject({ allowed: text, refused: text, gate: text, domain: text, overall: text })
      .readonly(),
  })
  .readonly();

const remediationRule = z
  .strictObject({
    includeWhen: text,
    targetAnswer: text,
    points: text,
    order: z.array(z.enum(remediationCriteria)).readonly(),
    fields: texts,
  })
  .readonly();

const domain = z.strictObject({ id, title: text, weight: positive, summary: text }).readonly();

const question = z
  .strictObject({
    id,
    domainId: id,
    text,
    weight: positive,
    critical: z.boolean(),
    gateMinimum: z.literal([1, 2, 3]).nullable(),
    modes: z.array(z.enum(modes)).min(1).readonly(),
    pairedWith: id.nullable(),
    references: z.array(z.strictObject({ framework: text, ids: texts }).readonly()).readonly(),
    evidenceHint: text,
    whenItDoesNotArise: text,
    remediation: z.strictObject({ title: text, action: text, effortDays: positive }).readonly(),
  })
  .readonly();

/**
 * The shape of a published rubric file. Strict: an unused member is refused, because the service would publish a rule that it
 * does not apply. `rubricProblems` checks the relations between members. It checks and changes nothing: browsers use a
 * published file as a document without it.
 */
export const rubricDocument = z
  .strictObject({
    schemaVersion: z.literal('1.0.0'),
    rubric: about,
    answerScale: z.tuple([grade(0), grade(1), grade(2), grade(3)]).readonly(),
    modes: z
      .array(z.strictObject({ id: z.enum(modes), title: text, answerAbout: text }).readonly())
      .readonly(),
    scoring,
    tiers: z.tuple([tier], tier).readonly(),
    tierCap: z.strictObject({ rule: tierCapRule, reason: text }).readonly(),
    launchRule,
    remediationRule,
    invariants: texts,
    frameworks: z
      .record(text, z.strictObject({ title: text, url: z.url(), provenance: text }).readonly())
      .readonly(),
    domains: z.array(domain).min(1).readonly(),
    questions: z.array(question).min(1).readonly(),
  })
  .readonly();

export type RubricDocument = z.infer<typeof rubricDocument>;
export type RubricQuestion = RubricDocument['questions'][number];
export type RubricDomain = RubricDocument['domains'][number];
