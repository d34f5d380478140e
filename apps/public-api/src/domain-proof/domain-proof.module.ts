import { Module } from '@nestjs/common';
import { ResultsModule } from '../results/results.module';
import { DomainConfirmationService } from './domain-confirmation.service';
import { DomainLinks } from './domain-links';
import { DomainProofController } from './domain-proof.controller';
import { DomainProofsService } from './domain-proofs.service';

/** Domains of certificates. The application provides the stores, `Clock` and `SiteAddresses`. */
@Module({
  imports: [ResultsModule],
  controllers: [DomainProofController],
  providers: [DomainLinks, DomainProofsService, DomainConfirmationService],
  exports: [DomainProofsService, DomainConfirmationService],
})
export class DomainProofModule {}
