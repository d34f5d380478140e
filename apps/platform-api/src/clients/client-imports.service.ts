import {
  checkClientChange,
  type ClientLine,
  type ImportedLine,
  OrgClientStore,
  ownerRefused,
} from '@governance/assessments';
import { type OrgCaller } from '@governance/auth-guards';
import { type AuditContext } from '@governance/iam';
import { asUuid, Clock, RuleViolation } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { type FileLine, linesOf } from './client-lines';
import { ClientOwners } from './client-owners';
import { referenceTaken, tooManyClients, unknownClient } from './client-problems';

/** What became of a line of a file, by its number. */
export interface ReportedLine {
  readonly line: number;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  /** The client; undefined for a refused line. */
  readonly id?: string;
  /** Why the line is refused: the text of the error that a single write would have got. */
  readonly reason?: string;
}

/** A line that the rules accept. */
interface AcceptedLine extends ClientLine {
  readonly line: number;
}

/** Imports of clients from files. */
@Injectable()
export class ClientImports {
  constructor(
    private readonly store: OrgClientStore,
    private readonly owners: ClientOwners,
    private readonly clock: Clock,
  ) {}

  /** Carries out every line that is not refused. Throws `RuleViolation` for a file that is no table of clients. */
  async import({ orgId }: OrgCaller, csv: string, audit: AuditContext): Promise<readonly ReportedLine[]> {
    const checked = linesOf(csv).map(checkedLine);
    const owners = await this.owners.among(orgId, new Set(checked.flatMap(ownersIn)));
    const lines = checked.map((line) =>
      ownersIn(line).every((id) => owners.has(id)) ? line : refusal(line.line, ownerRefused),
    );
    const accepted = lines.filter((line) => 'change' in line);
    const write = { now: this.clock.now(), audit };
    const imported = (await this.store.forOrg(orgId).import(accepted, write)).values();
    return lines.map((line) => ('change' in line ? this.reported(line.line, imported.next().value) : line));
  }

  private reported(line: number, imported: ImportedLine | undefined): ReportedLine {
    if (imported === undefined) throw new Error('an import reports every line');
    switch (imported.outcome) {
      case 'created':
      case 'updated':
      case 'unchanged':
        return { line, outcome: imported.outcome, id: imported.id };
      case 'full':
        return refusal(line, tooManyClients(this.store.quota).text);
      case 'taken':
        return refusal(line, referenceTaken().text);
      case 'unknown':
        return refusal(line, unknownClient().text);
      case 'nameless':
        return refusal(line, 'name must have 1 to 100 characters');
    }
  }
}

/** The owner that a line sets, if it sets one. */
function ownersIn(line: AcceptedLine | ReportedLine): readonly string[] {
  return 'change' in line ? [line.change.ownerId ?? []].flat() : [];
}

function refusal(line: number, reason: string): ReportedLine {
  return { line, outcome: 'refused', reason };
}

function checkedLine({ line, id: text, request }: FileLine): AcceptedLine | ReportedLine {
  try {
    const id = asUuid(text);
    if (text !== '' && id === undefined) throw new RuleViolation(unknownClient().text);
    return { line, id, change: checkClientChange(request()), newId: randomUUID() };
  } catch (error) {
    if (error instanceof RuleViolation) return refusal(line, error.message);
    throw error;
  }
}
