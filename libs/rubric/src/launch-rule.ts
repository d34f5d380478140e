import { type DomainScore, type Outcome } from './outcome';
import { type Gate } from './questionnaire';
import { type ReasonPart, type RubricDocument } from './rubric-document';
import { Template } from './template';

/** The input of the verdict. */
export interface LaunchFacts {
  readonly overallScore: number;
  readonly domainScores: readonly DomainScore[];
  readonly unmetGates: readonly Gate[];
}

/** Allows the launch when it finds no objection. The reason lists the same findings, so the two always agree. */
export class LaunchRule {
  readonly #allowed: Template<'gates' | 'score' | 'floor' | 'domainFloor'>;
  readonly #refused: Template<'parts'>;
  readonly #objections: readonly ((facts: LaunchFacts) => readonly string[])[];
  readonly #floor: number;
  readonly #domainFloor: number;
  readonly #gates: number;

  constructor(rule: RubricDocument['launchRule'], gates: number) {
    this.#floor = rule.overallFloor;
    this.#domainFloor = rule.domainFloor;
    this.#gates = gates;
    this.#allowed = new Template(rule.reasonTemplates.allowed, ['gates', 'score', 'floor', 'domainFloor']);
    this.#refused = new Template(rule.reasonTemplates.refused, ['parts']);
    const objections = objectionsOf(rule);
    this.#objections = rule.reasonOrder.map((part) => objections[part]);
  }

  verdict(facts: LaunchFacts): Pick<Outcome, 'launchAllowed' | 'launchReason'> {
    const parts = this.#objections.flatMap((objectionsTo) => objectionsTo(facts));
    if (parts.length > 0) {
      return { launchAllowed: false, launchReason: this.#refused.fill({ parts: parts.join('; ') }) };
    }
    const launchReason = this.#allowed.fill({
      gates: this.#gates,
      score: facts.overallScore,
      floor: this.#floor,
      domainFloor: this.#domainFloor,
    });
    return { launchAllowed: true, launchReason };
  }
}

function objectionsOf({
  overallFloor: floor,
  domainFloor,
  reasonTemplates,
}: RubricDocument['launchRule']): Record<ReasonPart, (facts: LaunchFacts) => readonly string[]> {
  const gate = new Template(reasonTemplates.gate, ['remediationTitle']);
  const domain = new Template(reasonTemplates.domain, ['domainTitle', 'domainScore', 'domainFloor']);
  const overall = new Template(reasonTemplates.overall, ['score', 'floor']);
  return {
    'unmet gates in question order': ({ unmetGates }) =>
      unmetGates.map(({ question }) => gate.fill({ remediationTitle: question.remediation.title })),
    'domains below the floor in domain order': ({ domainScores }) =>
      domainScores
        .filter(({ belowFloor }) => belowFloor)
        .map(({ title, score }) => domain.fill({ domainTitle: title, domainScore: score, domainFloor })),
    'overall score below the floor': ({ overallScore: score }) =>
      score < floor ? [overall.fill({ score, floor })] : [],
  };
}
