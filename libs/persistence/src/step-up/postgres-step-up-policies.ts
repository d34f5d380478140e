import {
  defaultStepUpPolicy,
  type SecondFactorDefault,
  type StepUpPolicy,
  stepUpPolicyOf,
  StepUpPolicyStore,
} from '@governance/iam';
import { type Database } from '@governance/postgres';
import { inOrganization } from '../access/scoped-transactions';

const latestDefault = `SELECT seconds FROM default_second_factor_windows ORDER BY set_at DESC LIMIT 1`;

const selectPolicy = {
  name: 'select-organization-policy',
  text: `
    SELECT gated_operations, coalesce(own.seconds, (${latestDefault})) AS window_seconds
    FROM (VALUES ($1::text)) AS organization (org_id)
    LEFT JOIN organization_policies USING (org_id)
    LEFT JOIN second_factor_windows AS own USING (org_id)`,
};

const upsertPolicy = {
  name: 'upsert-organization-policy',
  text: `
    INSERT INTO organization_policies (org_id, gated_operations) VALUES ($1, $2)
    ON CONFLICT (org_id) DO UPDATE SET gated_operations = excluded.gated_operations`,
};

const upsertWindow = {
  name: 'upsert-second-factor-window',
  text: `
    INSERT INTO second_factor_windows (org_id, seconds) VALUES ($1, $2)
    ON CONFLICT (org_id) DO UPDATE SET seconds = excluded.seconds`,
};

const selectDefault = { name: 'select-default-second-factor-window', text: latestDefault };

const insertDefault = {
  name: 'insert-default-second-factor-window',
  text: `INSERT INTO default_second_factor_windows (set_at, set_by, seconds) VALUES ($1, $2, $3)`,
};

interface PolicyRow {
  readonly gated_operations: string[] | null;
  readonly window_seconds: number | null;
}

/** The organizations' own policies, where they have one. */
export class PostgresStepUpPolicies extends StepUpPolicyStore {
  constructor(private readonly database: Database) {
    super();
  }

  async ofOrg(orgId: string): Promise<StepUpPolicy> {
    const { rows } = await inOrganization(this.database, orgId, (query) =>
      query<PolicyRow>(selectPolicy, [orgId]),
    );
    const { gated_operations: stored, window_seconds: windowSeconds } = rows[0] ?? {};
    return {
      ...(stored ? stepUpPolicyOf(stored) : defaultStepUpPolicy),
      ...(windowSeconds && { windowSeconds }),
    };
  }

  async set(orgId: string, { gated }: Pick<StepUpPolicy, 'gated'>): Promise<void> {
    await inOrganization(this.database, orgId, (query) => query(upsertPolicy, [orgId, [...gated]]));
  }

  async setWindow(orgId: string, seconds: number): Promise<void> {
    await inOrganization(this.database, orgId, (query) => query(upsertWindow, [orgId, seconds]));
  }

  async defaultWindow(): Promise<number | undefined> {
    const { rows } = await this.database.query<{ seconds: number }>(selectDefault, []);
    return rows[0]?.seconds;
  }

  async setDefaultWindow({ seconds, at, by }: SecondFactorDefault): Promise<void> {
    await this.database.query(insertDefault, [at, by, seconds]);
  }
}
