import { Module } from '@nestjs/common';
import { CertificateLogFilesController } from './certificate-log-files.controller';
import { CertificateLogFilesService } from './certificate-log-files.service';

/** The public log of certificates as static files. The app provides the store. */
@Module({ controllers: [CertificateLogFilesController], providers: [CertificateLogFilesService] })
export class CertificateLogFilesModule {}
