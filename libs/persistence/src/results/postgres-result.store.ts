import {
  type KeyedCreation,
  type ResultExtras,
  ResultStore,
  type SubmissionKey,
  type SurveyResult,
  type VerifiableResult,
} from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { StatementBatcher, type Database, type ReadReplica, type RunStatement } from '@governance/postgres';
import { traceparent } from '@governance/tracing';
import { ReplicatedResults } from './replicated-results';
import { givenRow, insertResults, type NewResult } from './result-insertion';
import { SubmissionKeys } from './submission-keys';
import {
  resultColumns,
  resultOfRow,
  type ResultRow,
  selectVerifiable,
  verifiableOfRow,
  type VerifiableRow,
} from './result-row';
import { WorkHint } from '../deliveries/work-hint';

const selectResult = {
  name: 'select-result',
  text: `SELECT ${resultColumns} FROM survey_results WHERE id = $1`,
};

/** Survey results in PostgreSQL. Addresses and notes are sealed before they leave the process. */
export class PostgresResultStore extends ResultStore {
  private readonly insertions: StatementBatcher<NewResult, undefined>;
  private readonly verifications: StatementBatcher<string, VerifiableResult | undefined>;
  private readonly hint: WorkHint;
  private readonly replicated: ReplicatedResults | undefined;

  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    replica?: ReadReplica,
  ) {
    super();
    this.replicated = replica && new ReplicatedResults(database, replica);
    this.insertions = new StatementBatcher((results) => this.insert(this.database.query, results));
    this.verifications = new StatementBatcher((ids) => this.verifiableOf(ids));
    this.hint = new WorkHint(database);
  }

  async create(result: SurveyResult, extras: ResultExtras): Promise<void> {
    await this.insertions.add({ result, extras, trace: traceparent() });
    if (extras.deliveryId !== undefined) this.hint.give();
  }

  async createOnce(
    result: SurveyResult,
    extras: ResultExtras,
    submissionKey: SubmissionKey,
  ): Promise<KeyedCreation> {
    const creation = await this.database.inTransaction<KeyedCreation>(async (query) => {
      const keys = new SubmissionKeys(query, this.keyring);
      const known = await keys.take(submissionKey, result.createdAt);
      if (known !== undefined) return known;
      await this.insert(query, [{ result, extras, trace: traceparent() }]);
      await keys.remember(submissionKey, result);
      return { kind: 'created' };
    });
    if (creation.kind === 'created' && extras.deliveryId !== undefined) this.hint.give();
    return creation;
  }

  async find(id: string): Promise<SurveyResult | undefined> {
    const { rows } = await this.database.query<ResultRow>(selectResult, [id]);
    return rows[0] && resultOfRow(rows[0]);
  }

  findVerifiable(id: string): Promise<VerifiableResult | undefined> {
    return this.verifications.add(id);
  }

  private async verifiableOf(ids: readonly string[]): Promise<(VerifiableResult | undefined)[]> {
    const replicated = await this.replicated?.find(ids);
    const others = ids.filter((id) => !replicated?.has(id));
    if (others.length === 0) return ids.map((id) => replicated?.get(id));
    const { rows } = await this.database.query<VerifiableRow>(selectVerifiable, [`{${others.join(',')}}`]);
    const found = new Map(rows.map((row) => [row.id, verifiableOfRow(row)]));
    return ids.map((id) => replicated?.get(id) ?? found.get(id));
  }

  private async insert(query: RunStatement, results: readonly NewResult[]): Promise<undefined[]> {
    const rows = results.map((each) => givenRow(this.keyring, each));
    await query(insertResults, [JSON.stringify(rows)]);
    return results.map(() => undefined);
  }
}
