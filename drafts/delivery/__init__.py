"""Mail leaving: by SMTP from the rep's address, or as a draft in the rep's own mailbox."""
