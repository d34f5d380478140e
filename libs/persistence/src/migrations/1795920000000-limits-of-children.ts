import { SchemaMigration } from '@governance/postgres';

/** A credential made by a machine ends no later than that machine's credential did when it was made, also after rotations. */
export class LimitsOfChildren1795920000000 extends SchemaMigration {
  readonly name = 'LimitsOfChildren1795920000000';
  readonly statements = ['ALTER TABLE m2m_credentials ADD COLUMN ends_by timestamptz(3)'];
}
