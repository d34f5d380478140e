import { type FactoryProvider, Logger } from '@nestjs/common';
import { auditSigningProviders } from './audit-signing.providers';

describe('auditSigningProviders', () => {
  it.each([
    ['warns at the start without a memory', undefined, 1],
    ['says nothing with one', '/var/lib/audit-memory', 0],
  ])('%s', (_, folder, warnings) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const [signer] = auditSigningProviders(folder) as readonly FactoryProvider[];
    signer?.useFactory();
    const said = warn.mock.calls.map(([text]) => String(text));
    warn.mockRestore();
    expect(said).toHaveLength(warnings);
    for (const text of said) expect(text).toMatch(/^AUDIT_MEMORY_FOLDER is not set/);
  });
});
