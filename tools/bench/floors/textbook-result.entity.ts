import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** The table of the product, as an entity whose id the database makes. */
@Entity('survey_results')
export class TextbookResult {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column('text')
  mode!: string;

  @Column('text', { name: 'rubric_id' })
  rubricId!: string;

  @Column('text', { name: 'rubric_version' })
  rubricVersion!: string;

  @Column('text', { name: 'rubric_sha256' })
  rubricSha256!: string;

  @Column('jsonb')
  answers!: object;

  @Column('smallint', { name: 'overall_score' })
  overallScore!: number;

  @Column('text')
  tier!: string;

  @Column('boolean', { name: 'launch_allowed' })
  launchAllowed!: boolean;

  @Column('text', { name: 'launch_reason' })
  launchReason!: string;

  @Column('jsonb', { name: 'domain_scores' })
  domainScores!: readonly object[];
}
