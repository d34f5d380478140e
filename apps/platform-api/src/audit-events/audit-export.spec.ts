import { byteOrderMark } from '@governance/kernel';
import { auditWriters } from './audit-export';

describe('an export of audit events', () => {
  it('is read as UTF-8 by Excel, and JSON Lines have no byte order mark', () => {
    expect(auditWriters.csv.head.startsWith(`${byteOrderMark}id,created_at,`)).toBe(true);
    expect(auditWriters.jsonl.head).toBe('');
  });
});
