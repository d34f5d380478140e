import { ResultCapability } from '@governance/keyring';
import { type Answers, publishedRubrics } from '@governance/rubric';
import { randomUUID } from 'node:crypto';
import { type ConsoleApp } from './console';

export interface StoredResult {
  readonly id: string;
  /** The secret part of the address of its page. */
  readonly capability: string;
}

export interface NewResult {
  /** The name that the submitter declared. */
  readonly client?: string;
  readonly submitted?: Date;
  readonly score?: number;
  readonly mayLaunch?: boolean;
  readonly withdrawn?: boolean;
}

const insertion = `
  INSERT INTO survey_results (id, created_at, mode, rubric_id, rubric_version, rubric_sha256, answers, overall_score, tier,
    launch_allowed, launch_reason, domain_scores, organization_name, withdrawn_at, withdrawal_reason)
  VALUES ($1, $2, 'client-on-behalf', $3, $4, $5, $6, $7, 'Progressing', $8, $9, $10, $11, $12, $13)`;

/** A result without an organization, as the public surface stores it. */
export async function storeResult(
  { identity, keyring }: ConsoleApp,
  { client, submitted = new Date(), score = 71, mayLaunch = true, withdrawn = false }: NewResult = {},
): Promise<StoredResult> {
  const id = randomUUID();
  const { id: rubric, version, sha256 } = publishedRubrics.current.reference;
  const answers = publishedRubrics.current.questions
    .filter(({ modes }) => modes.includes('client-on-behalf'))
    .map((question, index) => [question.id, (index + score) % 4] as const);
  const { domainScores } = publishedRubrics.current.assess(
    Object.fromEntries(answers) as Answers,
    'client-on-behalf',
  );
  const reason = mayLaunch
    ? 'Launch allowed.'
    : 'Launch refused: launch gate not met: adversarial testing before launch.';
  const seal = { table: 'survey_results', column: 'organization_name', row: id };
  await identity.stores.sql(insertion, [
    id,
    submitted,
    rubric,
    version,
    sha256,
    JSON.stringify(Object.fromEntries(answers)),
    score,
    mayLaunch,
    reason,
    JSON.stringify(domainScores),
    client === undefined ? null : keyring.seal(client, seal),
    withdrawn ? new Date() : null,
    withdrawn ? 'misused' : null,
  ]);
  return { id, capability: new ResultCapability(keyring).of(id) };
}
