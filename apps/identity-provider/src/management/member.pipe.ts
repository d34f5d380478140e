import { Problem } from '@governance/kernel';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { id, applicationId, domainName, type MemberRule, uuid } from './member-rules';

/** Validates a path parameter. The error names the parameter and does not contain its value. */
abstract class MemberPipe implements PipeTransform<string, string> {
  protected abstract readonly rule: MemberRule;

  transform(value: string, { data = 'the parameter' }: ArgumentMetadata): string {
    if (!this.rule.holds(value)) throw new Problem('invalid', `${data} ${this.rule.must}`);
    return value;
  }
}

/** An id that the caller has chosen. */
@Injectable()
export class IdPipe extends MemberPipe {
  protected override readonly rule = id;
}

@Injectable()
export class ApplicationIdPipe extends MemberPipe {
  protected override readonly rule = applicationId;
}

@Injectable()
export class DomainPipe extends MemberPipe {
  protected override readonly rule = domainName;
}

/** Returns the id in lower case. */
@Injectable()
export class UuidPipe extends MemberPipe {
  protected override readonly rule = uuid;

  override transform(value: string, metadata: ArgumentMetadata): string {
    return super.transform(value, metadata).toLowerCase();
  }
}
