import {
  Authenticated,
  CurrentCaller,
  CurrentOrgCaller,
  type OrgCaller,
  Public,
  RequirePermission,
  StepUp,
} from '@governance/auth-guards';
import { type Caller } from '@governance/iam';
import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { Member } from '../src/member.decorator';

class Note {
  @Member()
  readonly text?: string;
}

/** A route for each kind of access. */
@Controller('notes')
export class GuardedNotesController {
  @Get('whoami')
  @Authenticated()
  whoami(@CurrentCaller() { subject, kind }: Caller): object {
    return { subject, kind };
  }

  @Get('org')
  @Authenticated({ inOrganization: true })
  org(@CurrentOrgCaller() { orgId }: OrgCaller): object {
    return { orgId };
  }

  @Get()
  @RequirePermission('m2m:credentials:read')
  list(): object {
    return { notes: [] };
  }

  @Post()
  @RequirePermission('m2m:credentials:write')
  @StepUp('m2m-credentials:create')
  create(@Body() { text = '' }: Note): object {
    return { created: text };
  }

  @Patch('own')
  @RequirePermission('self:profile:write', { inOrganization: false })
  @StepUp('self-profile:update')
  update(): object {
    return { updated: true };
  }

  @Delete('public')
  @Public()
  remove(): object {
    return { removed: true };
  }
}
