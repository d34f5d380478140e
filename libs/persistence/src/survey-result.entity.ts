import { type Answers, type DomainScore, type Mode, type Tier } from '@governance/rubric';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A row of `survey_results`. Read where speed does not matter; written by a prepared statement. */
@Entity('survey_results')
export class SurveyResultEntity {
  @PrimaryColumn('uuid')
  id = '';

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt = new Date(0);

  @Column('text')
  mode: Mode = 'msp-self';

  @Column('text', { name: 'rubric_id' })
  rubricId = '';

  @Column('text', { name: 'rubric_version' })
  rubricVersion = '';

  @Column('text', { name: 'rubric_sha256' })
  rubricSha256 = '';

  @Column('jsonb')
  answers: Answers = {};

  @Column('smallint', { name: 'overall_score' })
  overallScore = 0;

  @Column('text')
  tier: Tier = 'Critical';

  @Column('boolean', { name: 'launch_allowed' })
  launchAllowed = false;

  @Column('text', { name: 'launch_reason' })
  launchReason = '';

  @Column('jsonb', { name: 'domain_scores' })
  domainScores: DomainScore[] = [];

  @Column('bytea', { name: 'submitter_email', nullable: true })
  submitterEmail: Buffer | null = null;

  @Column('bytea', { name: 'submitter_email_mac', nullable: true })
  submitterEmailMac: Buffer | null = null;

  @Column('bytea', { nullable: true })
  notes: Buffer | null = null;

  @Column('text', { nullable: true })
  credential: string | null = null;

  @Column('text', { name: 'credential_key_id', nullable: true })
  credentialKeyId: string | null = null;

  @Column('integer', { name: 'status_list', nullable: true })
  statusList: number | null = null;

  @Column('integer', { name: 'status_index', nullable: true })
  statusIndex: number | null = null;

  @Column({ type: 'timestamptz', name: 'withdrawn_at', precision: 3, nullable: true })
  withdrawnAt: Date | null = null;

  @Column('text', { name: 'withdrawal_reason', nullable: true })
  withdrawalReason: string | null = null;

  @Column('bytea', { name: 'holder_proof', nullable: true })
  holderProof: Buffer | null = null;
}
