import { IdentityMigration } from './identity.migration';

/** The trace in which a mail was queued (ADR 64). The previous release writes none. */
export class Traceparents1795990000005 extends IdentityMigration {
  readonly name = 'Traceparents1795990000005';
  readonly formerName = '1795990000005-traceparents';
  readonly changes = ['ALTER TABLE identity.mails ADD COLUMN traceparent text'];
}
