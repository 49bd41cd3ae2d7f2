add_self_families(workshop, families);
