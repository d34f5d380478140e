import { ForwardOnlyMigration } from '@governance/postgres';
import { type QueryRunner } from 'typeorm';

/**
 * Results, and the deliveries that are the mail queue (ADR 2). Address, notes and message are sealed by the keyring;
 * `available_at` is when a delivery may be claimed, and moves into the future while a worker holds it.
 */
export class SurveyResults1763600000000 extends ForwardOnlyMigration {
  readonly name = 'SurveyResults1763600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE survey_results (
        id uuid PRIMARY KEY,
        created_at timestamptz(3) NOT NULL,
        mode text NOT NULL CHECK (mode IN ('msp-self', 'client-on-behalf')),
        rubric_id text NOT NULL,
        rubric_version text NOT NULL,
        rubric_sha256 text NOT NULL,
        answers jsonb NOT NULL,
        overall_score smallint NOT NULL CHECK (overall_score BETWEEN 0 AND 100),
        tier text NOT NULL CHECK (tier IN ('Critical', 'Developing', 'Progressing', 'Ready')),
        launch_allowed boolean NOT NULL,
        launch_reason text NOT NULL,
        domain_scores jsonb NOT NULL,
        submitter_email bytea,
        notes bytea
      )`);
    await queryRunner.query(`
      CREATE TABLE deliveries (
        id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('completion')),
        result_id uuid NOT NULL REFERENCES survey_results (id),
        recipient bytea NOT NULL,
        state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'parked')),
        created_at timestamptz(3) NOT NULL,
        available_at timestamptz(3) NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        lease uuid,
        message bytea,
        failure text,
        sent_at timestamptz(3)
      )`);
    await queryRunner.query(`
      CREATE INDEX deliveries_due ON deliveries (available_at) WHERE state = 'queued'`);
  }
}
