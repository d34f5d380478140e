import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { emptyToUndefined, OptionalMember } from '../optional-member.decorator';
import { type ExportFormat, exportFormats } from './audit-export';

/** The form of an export. */
export class ExportQuery {
  @ApiPropertyOptional({ enum: exportFormats, default: 'jsonl' })
  @OptionalMember()
  @IsIn(exportFormats, { message: 'format must be jsonl or csv' })
  readonly format?: ExportFormat | '';

  toFormat(): ExportFormat {
    return emptyToUndefined(this.format) ?? 'jsonl';
  }
}
