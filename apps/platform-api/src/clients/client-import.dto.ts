import { Member } from '@governance/http';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { mostLines } from './client-lines';
import { type ReportedLine } from './client-imports.service';

const textOrNull = { oneOf: [{ type: 'string' }, { type: 'null' }], required: true };
const outcomes = ['created', 'updated', 'unchanged', 'refused'] as const;

@ApiSchema({ name: 'ImportClients', description: 'Unknown members are refused.' })
export class ImportClientsRequest {
  @ApiProperty({
    description: `The text of a CSV file (RFC 4180), with commas or semicolons. Its first line names its columns: those of the export, in any order, of which the two times are ignored. Up to ${mostLines} lines follow: send a longer file in parts, each with the first line. A request body has at most 100 KiB.`,
  })
  @Member()
  @IsString()
  readonly csv: string = '';
}

@ApiSchema({ name: 'ImportedLine', description: 'What became of a line. New members may be added.' })
export class ImportedLineResponse {
  @ApiProperty({
    type: 'integer',
    minimum: 2,
    description: 'Where it begins in the file; the first line is 1.',
  })
  readonly line: number;

  @ApiProperty({ enum: outcomes })
  readonly outcome: ReportedLine['outcome'];

  @ApiProperty({ ...textOrNull, description: 'The `id` of the client. Null for a refused line.' })
  readonly id: string | null;

  @ApiProperty({
    ...textOrNull,
    description: 'Why the line is refused: the text of the error that a single write would have got.',
  })
  readonly reason: string | null;

  constructor({ line, outcome, id, reason }: ReportedLine) {
    this.line = line;
    this.outcome = outcome;
    this.id = id ?? null;
    this.reason = reason ?? null;
  }
}

@ApiSchema({ name: 'ClientImport', description: 'The report of an import. New members may be added.' })
export class ClientImportResponse {
  @ApiProperty({ type: 'integer', description: 'The number of new clients.' })
  readonly created: number;

  @ApiProperty({ type: 'integer' })
  readonly updated: number;

  @ApiProperty({ type: 'integer', description: 'The number of lines that say what is stored already.' })
  readonly unchanged: number;

  @ApiProperty({ type: 'integer' })
  readonly refused: number;

  @ApiProperty({ type: [ImportedLineResponse], description: 'In the order of the file.' })
  readonly lines: readonly ImportedLineResponse[];

  constructor(lines: readonly ReportedLine[]) {
    const count = (wanted: ReportedLine['outcome']): number =>
      lines.filter(({ outcome }) => outcome === wanted).length;
    this.created = count('created');
    this.updated = count('updated');
    this.unchanged = count('unchanged');
    this.refused = count('refused');
    this.lines = lines.map((line) => new ImportedLineResponse(line));
  }
}
