import { ListPages } from '@governance/http';
import { Module } from '@nestjs/common';
import { AuditEventsController } from './audit-events.controller';
import { AuditEventsService } from './audit-events.service';
import { AuditProofService } from './audit-proof.service';

@Module({
  controllers: [AuditEventsController],
  providers: [AuditEventsService, AuditProofService, ListPages],
})
export class AuditEventsModule {}
